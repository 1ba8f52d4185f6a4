const isDevelopment = process.env.NODE_ENV === 'development';
/** In a build alone: an installation that only runs has this file without scripts. */
const plugins = process.env.TALLYLEAF_BUILD
  ? [new (await import('./scripts/steady-chunks.mjs')).SteadyChunks()]
  : [];

/** @type {import('next').NextConfig} */
export default {
  reactStrictMode: true,
  poweredByHeader: false,
  // The same for the same sources, so that machines that build for themselves share the addresses of files.
  generateBuildId: () => process.env.TALLYLEAF_BUILD ?? null,
  // `forbidden()` responds with 403 and shows the nearest `forbidden.tsx` inside the shell.
  // What only the server runs need not be minified, which takes a build 10 % of its time.
  experimental: { authInterrupts: true, serverMinification: false },
  // `page.dev.tsx` is a page in development only: no build knows it.
  pageExtensions: isDevelopment ? ['tsx', 'ts', 'dev.tsx'] : ['tsx', 'ts'],
  webpack(config, { isServer }) {
    config.plugins.push(...plugins);
    // Each page loads the names of all files that any loads later: eight digits distinguish what one of them held before and now.
    config.output.hashDigestLength = 8;
    const { splitChunks } = config.optimization;
    // The frame and every list use nuqs: otherwise webpack copies it into a chunk of each.
    if (!isServer && splitChunks?.cacheGroups) {
      splitChunks.cacheGroups.nuqs = {
        test: /[\\/]node_modules[\\/]nuqs[\\/]/,
        name: 'nuqs',
        chunks: 'all',
        priority: 50,
        enforce: true,
      };
    }
    return config;
  },
  // `npm test` checks the types of everything; a start of the product need not wait for them once more.
  typescript: { ignoreBuildErrors: true },
};
