/** A namespace for each test file that talks to the dev server: the next file's worker never meets the last one's orders. */
export const NAMESPACES = Array.from({ length: 60 }, (_, i) => `test-${i}`);
