/** What style elements need under the page's Content-Security-Policy. */
export const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';

// react-remove-scroll, which locks the page behind a dialog, looks here.
Object.assign(window, { __webpack_nonce__: nonce });
