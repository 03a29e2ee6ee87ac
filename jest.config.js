/** @type {import('jest').Config} */
module.exports = {
  testEnvironment: 'node',
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  transform: { '^.+\\.[jt]s$': ['@swc/jest', { jsc: { target: 'es2022', parser: { syntax: 'typescript' } }, module: { type: 'commonjs' } }] },
  transformIgnorePatterns: ['/node_modules/'],
  globalSetup: '<rootDir>/test/support/global-setup.ts',
  globalTeardown: '<rootDir>/test/support/global-teardown.ts',
  // One at a time: skipping time on a test server is for all of its workflows, and two cores are soon busy.
  maxWorkers: 1,
  // What a test file loads stays in its process: a new one takes over before the collector has more to do than the tests.
  workerIdleMemoryLimit: '700MB',
  testTimeout: 60_000,
  reporters: ['default', 'summary', '<rootDir>/test/support/closing-line.js'],
};
