import type { Document } from '@/components/ui/reference/document';
import { runtime } from '../pages/runtime';

/** The OpenAPI document that this process serves. */
export const apiDocument = () => runtime().openApiDocument() as Document;
