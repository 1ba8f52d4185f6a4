-- old writers: safe
ALTER TABLE "backorders" ADD COLUMN "break_steps" integer;
