import { api } from '../api/client';
import { useRead } from '../api/queries';

export function useMe() {
  const { data, error } = useRead(['me'], () => api.GET('/v1/admin/auth/me'));
  return { me: data, mayChange: data?.role === 'admin', error };
}
