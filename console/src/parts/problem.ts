import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../api/api-error';

/** Something that was answered and not done: why, in words. */
export class Refused extends Error {}

/** An error in words: what the gateway said, and what to do about it. */
export function useProblem(isAction = false): (error: unknown) => string {
  const { t } = useTranslation();
  return useCallback(
    (error: unknown) => {
      if (error instanceof Refused) return error.message;
      if (!(error instanceof ApiError)) return t('state.broken');
      if (error.isConnection) return isAction ? [error.body?.message, t('action.unanswered')].filter(Boolean).join(' ') : t('state.noConnection');
      const { message = t('state.broken'), request_id } = error.body ?? {};
      if (error.status === 404) return `${message} ${t('state.notFound')}`;
      if (error.status >= 500) return `${message} ${t('state.requestId', { id: request_id ?? '—' })}`;
      return message;
    },
    [t, isAction],
  );
}
