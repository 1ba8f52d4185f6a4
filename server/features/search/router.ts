import { endpoint } from '../../operation/endpoint';
import { router } from '../../operation/init';
import { search } from './queries';
import { SearchQuery, SearchResults } from './schema';

export const searchRouter = router({
  all: endpoint({
    rest: 'GET /api/v1/search',
    summary: 'Search everything',
    description:
      'Finds objects of all kinds that you may read by words, numbers and states. What changed is found within five seconds; rights and states are those of now.',
    permission: 'signed-in',
    input: SearchQuery,
    output: SearchResults,
  }).query(({ ctx, input }) => search(ctx, input)),
});
