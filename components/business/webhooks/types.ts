import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '@/server/transport/router';

type Outputs = inferRouterOutputs<AppRouter>['webhooks'];
type Inputs = inferRouterInputs<AppRouter>['webhooks'];

export type EndpointPage = Outputs['list'];
export type Endpoint = EndpointPage['data'][number];
export type EndpointWithSecret = Outputs['create'];
export type NewEndpoint = Inputs['create'];
export type DeliveryPage = Outputs['deliveries'];
export type Delivery = DeliveryPage['data'][number];
export type Attempt = Delivery['attempts'][number];
export type EventName = Delivery['event_type'];

/** An event that can be subscribed to, with what it says; the page hands them over, so that no schema comes along. */
export type EventChoice = { name: EventName; summary: string };

/** A dialog that sends deliveries again. */
export interface ReplayDialogProps {
  endpointId: string;
  /** Gets the number of deliveries, in words. */
  onDone: (text: string) => void;
  onClose: () => void;
}
