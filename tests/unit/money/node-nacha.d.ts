declare module '@midlandsbank/node-nacha' {
  interface Batch {
    entries: Array<Record<string, unknown> & { addenda: object[] }>;
  }
  const nacha: { from(text: string): { data: { file: Record<string, unknown>; batches: Batch[] } } };
  export default nacha;
}
