export function SuspensePage() {
  return null;
}
