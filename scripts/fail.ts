/** Ends a command with the message of what went wrong, and code 1. */
export function fail(error: Error): never {
  console.error(error.message);
  process.exit(1);
}
