/** Where deliveries may go (decision 69). */
export interface TargetPolicy {
  /** plain http as well as https, and loopback besides public addresses: for the demo and for trying things out */
  allowLoopback: boolean;
  /** how names are resolved; the system's resolver when absent */
  resolve?: (host: string) => Promise<{ address: string; family: number }[]>;
}

/** Why an address cannot be a target: what to do about it, and never the address itself. */
export interface TargetProblem {
  code: string;
  message: string;
}
