/** What a business agrees to, wherever it is asked (decision 902). */
export const TELL_SELLERS = 'Sellers that list a customer with my license number may learn that I am here.';
