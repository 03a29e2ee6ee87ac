import { ProviderError, type Rail } from './ports';

const ASK_AGAIN_MS = 5_000;

/** A rail that staff can switch off: nothing new is sent, and whoever wants to is told to come again. What was sent before can be looked up. */
export const switched = <Request, Receipt>(what: string, rail: Rail<Request, Receipt>, isOn: () => Promise<boolean>): Rail<Request, Receipt> => ({
  find: (key) => rail.find(key),
  list: (since) => rail.list(since),
  async send(key, request) {
    if (!(await isOn())) throw new ProviderError('unavailable', `${what} are switched off by staff`, ASK_AGAIN_MS);
    return rail.send(key, request);
  },
});
