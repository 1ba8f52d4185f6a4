/** @type {import('next').NextConfig} */
export default {
  reactStrictMode: true,
  poweredByHeader: false,
  // `npm test` checks the types of everything; a start of the product need not wait for them once more.
  typescript: { ignoreBuildErrors: true },
};
