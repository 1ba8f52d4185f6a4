import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';
import { IS_FULL } from './tests/setup/full';

/** Debian's, when the tests were not started by `npm test`, which finds a browser anywhere. */
const DEBIAN_CHROMIUM = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];
const executablePath = process.env.CHROMIUM_PATH || DEBIAN_CHROMIUM.find((path) => existsSync(path));

/**
 * Debian's Chromium loads two pages of its address bar for every context: 0.8 s of CPU, for nobody. The switch replaces
 * the list that Playwright passes, so that list is repeated here. The last are processes that start for pages to come and for
 * frames of other sites, of which there are none.
 */
const DISABLED_FEATURES = [
  ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'HttpsUpgrades'],
  ...['HttpsFirstBalancedModeAutoEnable', 'LensOverlay', 'MediaRouter', 'PaintHolding'],
  ...['ThirdPartyStoragePartitioning', 'AvoidCorsURLLoaderRestartOnRedirect', 'OptimizationHints'],
  ...['NetworkTimeServiceQuerying', 'AimEnabled', 'PreconnectToSearch'],
  ...['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup'],
  ...['SpareRendererForSitePerProcess', 'IsolateOrigins', 'site-per-process'],
];

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  globalSetup: './tests/e2e/global-setup.ts',
  // By `npm run test:full` alone: other widths and lists, and what the tests of components, REST and roles prove too.
  grepInvert: IS_FULL ? undefined : /@full/,
  // Each worker has a demo of its own; a product from outside is one for all.
  workers: process.env.E2E_URL ? 1 : 3,
  retries: 1,
  forbidOnly: Boolean(process.env.CI),
  // Patience costs nothing where all is well; a busy machine is no defect of the product.
  timeout: 240_000,
  expect: { timeout: 45_000 },
  reporter: [['list']],
  use: {
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    // Requests that a service worker handles can't be held up by a test: the one about it lets it in.
    serviceWorkers: 'block',
    timezoneId: 'America/Los_Angeles',
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    actionTimeout: 60_000,
    launchOptions: {
      executablePath,
      args: [
        ...['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
        '--disable-site-isolation-trials',
        `--disable-features=${DISABLED_FEATURES.join(',')}`,
      ],
    },
  },
});
