/** Which part of a list is read. */
export interface Page {
  limit: number;
  offset: number;
}

/** How many of a list staff are told at most: 10 000 exactly, and one more for any number above, so that no list waits for a count of millions. */
export const COUNTED = 10_001;
