import type { Database } from '../store/database';
import { recently } from '../store/recently';
import type { SealedBox } from './sealed-box';

/** Secrets that sign outgoing events: an operator's own, or the one that all partners share. */
export class WebhookSecrets {
  readonly #ofOperator: (operatorId: string) => Promise<string[] | undefined>;

  constructor(
    db: Database,
    box: SealedBox,
    private readonly partnerSecret: string,
  ) {
    this.#ofOperator = recently(async (clientId) => {
      const client = await db.apiClient.findUnique({ where: { clientId }, select: { webhookSecrets: true } });
      return client?.webhookSecrets.map((sealed) => box.open(sealed));
    });
  }

  /** All active secrets for what a recipient is sent, the signing one first. */
  async active({ recipient, operator_id }: { recipient: 'operator' | 'partner'; operator_id: string }): Promise<string[]> {
    return recipient === 'partner' ? [this.partnerSecret] : ((await this.#ofOperator(operator_id)) ?? []);
  }

  /** The same, at least one. @throws Error when the operator has no secret */
  async signingSecrets(event: { recipient: 'operator' | 'partner'; operator_id: string }): Promise<[string, ...string[]]> {
    const [secret, ...others] = await this.active(event);
    if (!secret) throw new Error(`operator ${event.operator_id} has no webhook secret`);
    return [secret, ...others];
  }
}
