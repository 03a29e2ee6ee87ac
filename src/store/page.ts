/** Which part of a list is read. */
export interface Page {
  limit: number;
  offset: number;
}
