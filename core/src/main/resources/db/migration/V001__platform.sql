-- Facts about the platform itself, for example whether the sample has been loaded.
CREATE TABLE platform_fact (
  name       text PRIMARY KEY,
  value      text NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now()
);
