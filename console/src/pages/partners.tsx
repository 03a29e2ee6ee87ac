export function PartnersPage() {
  return null;
}
