"""The engines that implement `search.engine.SearchEngine`; only the wiring chooses one."""
