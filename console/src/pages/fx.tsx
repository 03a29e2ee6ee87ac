export function FxPage() {
  return null;
}
