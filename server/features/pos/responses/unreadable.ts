/** A response breaks the contract. The message is for the member who reads the run. */
export class UnreadableResponse extends Error {}
