import { ERROR_STATUS } from '../../src/domain/refusal';
import { contract, operations } from '../support/contract';

const codesIn = (text: string): string[] => [...text.matchAll(/`([A-Z_]+)`/g)].map((m) => m[1] ?? '');

it('the contract knows the codes that the service has, and their statuses', () => {
  const { code } = contract.components.schemas.Error.properties.error.properties;
  expect(code.enum).toEqual(Object.keys(ERROR_STATUS));
  const rows = [...contract.info.description.matchAll(/^\| ([A-Z_]+) \| (\d+) \|/gm)].map((m) => [m[1], Number(m[2])]);
  expect(Object.fromEntries(rows)).toEqual(ERROR_STATUS);
});

it.each(operations)('$operationId names the codes of each status, and every answer carries X-Request-Id', ({ operationId, responses }) => {
  for (const [status, { description, headers = {} }] of responses) {
    expect(Object.keys(headers)).toContain('X-Request-Id');
    if (status.startsWith('2') || (operationId === 'getHealth' && status === '503')) continue; // health shows which part is down
    const codes = codesIn(description);
    expect(codes).not.toEqual([]);
    for (const code of codes) {
      const expected = ERROR_STATUS[code as keyof typeof ERROR_STATUS];
      expect([code, expected]).toEqual([code, status === 'default' ? expect.any(Number) : Number(status)]);
    }
  }
});
