/** What the page does beyond showing: counts down, copies, pays without leaving, and follows the order. */
const POLL_MS = 2000;
const said = document.getElementById('said');
const say = (text) => {
  said.textContent = text;
};

/** Shows the order as it stands now; a new stage is read out. */
async function refresh() {
  const answer = await fetch(location.href, { headers: { accept: 'text/html' } });
  if (!answer.ok) return;
  const now = new DOMParser().parseFromString(await answer.text(), 'text/html');
  document.querySelector('main').replaceWith(now.querySelector('main'));
  say(document.getElementById('heading').textContent);
  prepare();
}

function prepare() {
  for (const hidden of document.querySelectorAll('.copy, .left')) hidden.hidden = false;
  countDown();
}

function countDown() {
  const timer = document.querySelector('[data-until]');
  if (!timer) return;
  const seconds = Math.max(0, Math.floor((Date.parse(timer.dataset.until) - Date.now()) / 1000));
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  timer.textContent = parts.map((part) => String(part).padStart(2, '0')).join(':');
}

async function follow() {
  const main = document.querySelector('main[data-status]');
  if (main && !document.hidden) {
    const answer = await fetch(main.dataset.status, { headers: { accept: 'application/json' } }).catch(() => undefined);
    const stage = answer?.ok ? (await answer.json()).stage : undefined;
    if (stage && stage !== document.querySelector('main').dataset.stage) await refresh();
  }
  setTimeout(follow, POLL_MS);
}

document.addEventListener('click', async ({ target }) => {
  const button = target.closest('[data-copy]');
  if (!button) return;
  try {
    await navigator.clipboard.writeText(button.dataset.copy);
  } catch {
    getSelection().selectAllChildren(button.parentElement.querySelector('.value'));
    document.execCommand('copy');
  }
  button.classList.add('done');
  say(`${button.dataset.copied}: ${button.dataset.copy}`);
});

document.addEventListener('submit', async (event) => {
  event.preventDefault();
  const { action, dataset } = event.target;
  const button = event.target.querySelector('button');
  button.disabled = true;
  say(dataset.paying);
  const answer = await fetch(action, { method: 'POST', headers: { accept: 'application/json' } }).catch(() => undefined);
  if (answer && answer.status < 500) return refresh();
  button.disabled = false;
  say(dataset.failed);
});

setInterval(countDown, 1000);
prepare();
follow();
