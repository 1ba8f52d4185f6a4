-- old writers: unsafe
ALTER TABLE "product_images" ALTER COLUMN "uploaded_by" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "product_images" ADD COLUMN "medium_key" text;--> statement-breakpoint
ALTER TABLE "product_images" ADD COLUMN "medium_size" integer;--> statement-breakpoint
ALTER TABLE "product_images" ADD COLUMN "source" text;--> statement-breakpoint
CREATE UNIQUE INDEX "product_images_of_source" ON "product_images" USING btree ("product_id",md5("source")) WHERE "product_images"."source" is not null;--> statement-breakpoint
CREATE INDEX "product_images_without_medium" ON "product_images" USING btree ("id") WHERE "product_images"."medium_size" is null;