DROP INDEX "vouches_subject";--> statement-breakpoint
CREATE INDEX "vouches_subject" ON "vouches" USING btree ("subject_id","removed_at","releases_at","id");