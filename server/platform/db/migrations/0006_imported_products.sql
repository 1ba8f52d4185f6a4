-- old writers: unsafe
CREATE TABLE "imported_products" (
	"import_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"created" boolean NOT NULL,
	"shared" boolean NOT NULL,
	CONSTRAINT "imported_products_import_id_product_id_pk" PRIMARY KEY("import_id","product_id")
);
--> statement-breakpoint
ALTER TABLE "imported_products" ADD CONSTRAINT "imported_products_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE cascade ON UPDATE no action;