# recipes.mk: the recipes of CONTRIBUTING.md, executed.

## make check-recipes  applies each patch of tests/recipes to a copy of the tree, builds and runs it; RECIPES='format guide'
check-recipes:
	$(Q)CC='$(CC)' sh tests/recipes/run.sh $(RECIPES)

.PHONY: check-recipes
