import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../api/api-error';

/** An error in words: what the gateway said, and what to do about it. */
export function useProblem(): (error: unknown) => string {
  const { t } = useTranslation();
  return useCallback(
    (error: unknown) => {
      if (!(error instanceof ApiError)) return t('state.broken');
      if (error.isConnection) return t('state.noConnection');
      const { message = t('state.broken'), request_id } = error.body ?? {};
      if (error.status === 404) return `${message} ${t('state.notFound')}`;
      if (error.status >= 500) return `${message} ${t('state.requestId', { id: request_id ?? '—' })}`;
      return message;
    },
    [t],
  );
}
