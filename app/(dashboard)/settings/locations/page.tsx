import { locationsList } from '@/components/business/locations/list';
import { LocationsPage } from '@/components/business/locations/locations-page';
import { listPage } from '@/components/ui/pages/list-page';

export const metadata = { title: 'Locations' };

export default listPage({
  path: '/settings/locations',
  list: locationsList,
  rows: (queries) => queries.entity.locations.list,
  show: ({ actor }) => <LocationsPage limit={actor.locationLimit} />,
  who: 'an admin or owner',
});
