-- Only PostgreSQL changes; the migrations of both are counted alike.
SELECT 1;
