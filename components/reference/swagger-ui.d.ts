declare module 'swagger-ui-dist/swagger-ui-es-bundle' {
  const open: (options: Record<string, unknown>) => unknown;
  export default open;
}
