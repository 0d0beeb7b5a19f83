-- work.sql: rows, an index, joins, sorting and text.
CREATE TABLE t(id INTEGER PRIMARY KEY, a INT, name TEXT);
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 150000)
INSERT INTO t SELECT i, i * 7919 % 1009, 'name ' || (i * 31 % 977) FROM n;
CREATE INDEX by_a ON t(a);
SELECT count(*), sum(a), max(name) FROM t;
SELECT a % 7, count(*), avg(a) FROM t GROUP BY 1 ORDER BY 2 DESC, 1;
SELECT count(*) FROM t x JOIN t y ON x.a = y.a WHERE x.id % 5 = 0;
SELECT name, count(*) FROM t WHERE name LIKE '%12%' GROUP BY name ORDER BY 2, 1 LIMIT 3;
UPDATE t SET name = upper(name) WHERE a % 2;
DELETE FROM t WHERE id % 3 = 0;
SELECT count(*), group_concat(substr(name, 1, 3)) FROM (SELECT name FROM t ORDER BY name LIMIT 9);
