module.exports = {
  testEnvironment: 'node',
  globalSetup: './global-setup.js',
  globalTeardown: './global-teardown.js',
}
