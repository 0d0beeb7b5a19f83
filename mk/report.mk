# report.mk: the page of drift report has its style and script inside.

$(BUILD)/obj/src/output/report/page.o: src/output/report/page.css src/output/report/page.js
$(BUILD)/obj/src/output/report/page.o: DEFS += -DDRIFT_REPORT_DIR='"$(abspath src/output/report)"'

## make check-report  pages of drift report in Debian's chromium; pictures in build/report
check-report: programs
	@DRIFT_BUILD=$(abspath $(BUILD)) sh tests/report/pages.sh

.PHONY: check-report
