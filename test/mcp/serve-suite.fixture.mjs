import './serve-suite.ts';
