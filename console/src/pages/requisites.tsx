export function RequisitesPage() {
  return null;
}
