-- Tags of regions: the filter conceptUris and the counts of vocabulary labels.
create index regions_concepts on record.regions using gin ((doc -> 'conceptUris'));
