export function ApiClientsPage() {
  return null;
}
