/** The steps from which a customer's orders count toward its credit limit. */
export const CREDIT_CHECKS = [
  { value: 'placing', label: 'When an order is placed' },
  { value: 'accepting', label: 'When an order is accepted' },
  { value: 'shipping', label: 'When an order ships' },
] as const;
