import { listPage } from '@/app/list-page';
import { locationsList } from '@/components/locations/list';
import { LocationsPage } from '@/components/locations/locations-page';

export const metadata = { title: 'Locations' };

export default listPage({
  path: '/settings/locations',
  list: locationsList,
  rows: (queries) => queries.entity.locations.list,
  show: ({ actor }) => <LocationsPage limit={actor.locationLimit} />,
  who: 'an admin or owner',
});
