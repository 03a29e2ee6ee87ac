/** Something that must not be: what, about whom, in words for the person who looks into it. */
export interface Violation {
  invariant: string;
  /** An order, a statement, an event: its id. */
  subject: string;
  detail: string;
}
