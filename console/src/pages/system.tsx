export function SystemPage() {
  return null;
}
