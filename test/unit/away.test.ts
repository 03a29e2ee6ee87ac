import { isStorageAway } from '../../src/store/away';

it.each([
  ['a killed server, through Prisma', { code: 'P2010', message: 'Raw query failed. Code: `57P03`. Message: `the database system is starting up`' }],
  [
    'a killed server, within a transaction',
    Object.assign(new Error('terminating connection due to unexpected postmaster exit'), { name: 'DriverAdapterError' }),
  ],
  ['a killed server, below Prisma', { message: 'x', cause: { originalCode: '57P01', originalMessage: 'terminating connection' } }],
  ['a connection that broke within a transaction', new Error('Client has encountered a connection error and is not queryable')],
  ['no connection left', { code: '53300', message: 'too many clients' }],
  ['a broken connection', { code: 'ECONNRESET' }],
  ['a transaction that could not begin in time', { code: 'P2028', message: 'Unable to start a transaction in the given time.' }],
])('%s is the database away', (_what, error) => expect(isStorageAway(error)).toBe(true));

it.each([
  ['a unique constraint', { code: 'P2002', message: 'Unique constraint failed' }],
  ['a bad value', { code: 'P2010', message: 'Raw query failed. Code: `22P02`. Message: `invalid input syntax`' }],
  ['a mistake of ours', new TypeError('x is undefined')],
  ['nothing', undefined],
])('%s is not', (_what, error) => expect(isStorageAway(error)).toBe(false));
