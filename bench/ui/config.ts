import { defineConfig } from '@playwright/test';
import base from '../../playwright.config';

/** The product and the browser of the tests, one page at a time: figures of two at once say nothing. */
export default defineConfig({
  ...base,
  testDir: '.',
  testMatch: 'run.spec.ts',
  globalSetup: '../../tests/e2e/global-setup.ts',
  outputDir: '../../test-results',
  workers: 1,
  reporter: [['line']],
});
