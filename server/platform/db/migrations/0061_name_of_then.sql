-- old writers: safe
ALTER TABLE "payments" ADD COLUMN "buyer_name" text;