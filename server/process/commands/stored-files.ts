import { getTableName } from 'drizzle-orm';
import { migrationFiles } from '../../features/imports/migrations/tables';
import { imports } from '../../features/imports/tables';
import { coaReadings } from '../../features/lots/coa/tables';
import { productCoas, productImages } from '../../features/products/tables';
import { IMAGE_TYPE } from '../../platform/images/store';

/** Every column that names a stored file. */
export const STORED_FILES = [
  { table: getTableName(productCoas), column: productCoas.storageKey.name, contentType: 'application/pdf' },
  { table: getTableName(coaReadings), column: coaReadings.storageKey.name, contentType: 'application/pdf' },
  { table: getTableName(productImages), column: productImages.storageKey.name, contentType: IMAGE_TYPE },
  { table: getTableName(productImages), column: productImages.mediumKey.name, contentType: IMAGE_TYPE },
  { table: getTableName(productImages), column: productImages.thumbKey.name, contentType: IMAGE_TYPE },
  { table: getTableName(imports), column: imports.storageKey.name, contentType: 'text/csv' },
  { table: getTableName(migrationFiles), column: migrationFiles.storageKey.name, contentType: 'text/csv' },
];
