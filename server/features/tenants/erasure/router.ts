import { endpoint } from '../../../operation/endpoint';
import { router } from '../../../operation/init';
import { ErasureRequest, RequestErasure } from './schema';
import { requestErasure } from './service';

export const erasureRouter = router({
  request: endpoint({
    rest: 'POST /api/v1/entity/erasure',
    summary: 'Ask to erase your business',
    description:
      'For owners. The operator then erases what is personal of the business and its members, for ever. 409 while the data is still needed, with the day in `details.until`. Asking again is the same request.',
    permission: 'delete:entity',
    everywhere: 'Erasing a business applies',
    input: RequestErasure,
    output: ErasureRequest,
    status: 202,
    recent: true,
    errors: ['outside_your_locations', 'retention_required'],
  }).mutation(({ ctx }) => requestErasure(ctx)),
});
