# papers.mk: what the publications say about their figures, against drift.

PAPER_TESTS = $(sort $(wildcard tests/papers/*.t))

## make check-papers  figures and tables of the five publications (docs/papers.md), with searches that make check leaves out
check-papers: programs
	$(TEST_ENV) PAPERS=long prove $(if $(V),-v) --exec '' $(PAPER_TESTS)

.PHONY: check-papers
