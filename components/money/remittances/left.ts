/** What of an invoice is open and was not said to be sent yet, in US dollars; all that is open where everything was said. */
export function leftOf({ balance, sent }: { balance: number; sent: number | null }): number {
  const left = Math.round((balance - (sent ?? 0)) * 100) / 100;
  return left > 0 ? left : balance;
}
