//! Where a tune stands, and the file that keeps it.

use super::error::SpsaError;
use super::gains::Gains;
use super::parameter::TunedParameter;
use crate::support::files::input::read_text;
use crate::support::files::output::write_whole;
use crate::support::random::RandomStream;
use serde::{Deserialize, Serialize};
use std::path::Path;

/// The version of the file.
const VERSION: u32 = 1;
/// How often the values are kept during a tune, for the plot.
const SNAPSHOTS: u64 = 200;
/// A number of trials that no tune reaches.
const MAX_BEGUN: u64 = 1 << 53;
/// Separates these random numbers from those of the openings.
const TRIAL_SALT: u64 = 5;
/// The fineness of a random share.
const FINE: usize = 1 << 20;

/// Where a tune stands.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct SpsaState {
    version: u32,
    /// What else decides the games; a tune goes on only with the same.
    definition: String,
    /// The number of trials, which are pairs of games.
    trials: u64,
    seed: u64,
    /// The trials begun; some of them were lost in an interruption.
    begun: u64,
    /// The trials that counted.
    done: u64,
    /// The parameters, in the order of the file.
    parameters: Vec<TunedParameter>,
    /// The values after some of the trials.
    history: Vec<Vec<f64>>,
}

/// Two settings of all parameters that play a pair of games.
#[derive(Clone, PartialEq, Debug)]
pub struct Trial {
    /// Its number, from zero.
    pub number: u64,
    /// The values of the first player, in the order of the parameters.
    pub first: Vec<i64>,
    /// Those of the second player.
    pub second: Vec<i64>,
    /// Which parameters are greater for the first player.
    signs: Vec<bool>,
}

impl SpsaState {
    /// A tune that has not begun.
    pub fn new(
        parameters: Vec<TunedParameter>,
        trials: u64,
        seed: u64,
        definition: String,
    ) -> SpsaState {
        let history = vec![parameters.iter().map(|parameter| parameter.value).collect()];
        let (version, begun, done) = (VERSION, 0, 0);
        SpsaState { version, definition, trials, seed, begun, done, parameters, history }
    }

    /// Reads the file of a tune, and checks that it is this one.
    ///
    /// # Errors
    /// If the file cannot be read, or is that of another tune.
    pub fn load(path: &Path, fresh: &SpsaState) -> Result<SpsaState, SpsaError> {
        let state: SpsaState = serde_json::from_str(&read_text(path)?)?;
        let names = |state: &SpsaState| -> Vec<String> {
            state.parameters.iter().map(|parameter| parameter.name.clone()).collect()
        };
        if state.version != VERSION {
            return Err(SpsaError::Version(state.version, VERSION));
        }
        if (state.trials, state.seed, &state.definition, names(&state))
            != (fresh.trials, fresh.seed, &fresh.definition, names(fresh))
        {
            return Err(SpsaError::OtherTune);
        }
        state.check().map(|()| state)
    }

    /// Checks that a tune can have come to this state.
    ///
    /// # Errors
    /// What cannot be.
    fn check(&self) -> Result<(), SpsaError> {
        self.parameters.iter().try_for_each(TunedParameter::check)?;
        if self.done > self.trials || self.done > self.begun || self.begun > MAX_BEGUN {
            return Err(SpsaError::Trials(self.done, self.trials, self.begun));
        }
        let fits = |values: &Vec<f64>| {
            let mut pairs = values.iter().zip(&self.parameters);
            values.len() == self.parameters.len()
                && pairs.all(|(value, p)| (p.low..=p.high).contains(value))
        };
        if self.history.is_empty()
            || self.history.len() as u64 > SNAPSHOTS + 2
            || !self.history.iter().all(fits)
        {
            return Err(SpsaError::History);
        }
        Ok(())
    }

    /// Writes the file; a kill leaves the old one.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn save(&self, path: &Path) -> Result<(), SpsaError> {
        let text = serde_json::to_string_pretty(self)?;
        write_whole(path, text.as_bytes())
            .map_err(|error| SpsaError::Write { path: path.display().to_string(), error })
    }

    /// The number of trials that counted, and of all.
    pub fn progress(&self) -> (u64, u64) {
        (self.done, self.trials)
    }

    /// The parameters with their values now.
    pub fn parameters(&self) -> &[TunedParameter] {
        &self.parameters
    }

    /// The values in the course of the tune, from its start on.
    pub fn history(&self) -> &[Vec<f64>] {
        &self.history
    }

    /// Begins a trial; `None` when enough have begun.
    pub fn begin(&mut self, in_play: u64) -> Option<Trial> {
        if self.done + in_play >= self.trials {
            return None;
        }
        let number = self.begun;
        self.begun += 1;
        let gains = Gains { trials: self.trials };
        let mut random = RandomStream::new(self.seed, number, TRIAL_SALT);
        let mut trial = Trial { number, first: vec![], second: vec![], signs: vec![] };
        for parameter in &self.parameters {
            let is_greater = random.below(2) == 0;
            let by = gains.perturbation(parameter, self.done) * if is_greater { 1.0 } else { -1.0 };
            // Rounded up or down at random, so that small steps are not lost.
            let share = random.below(FINE) as f64 / FINE as f64;
            let whole = |value: f64| {
                (value.clamp(parameter.low, parameter.high) + share).floor().min(parameter.high)
                    as i64
            };
            trial.first.push(whole(parameter.value + by));
            trial.second.push(whole(parameter.value - by));
            trial.signs.push(is_greater);
        }
        Some(trial)
    }

    /// Counts a trial in which the first player was `ahead` points ahead.
    pub fn count(&mut self, trial: &Trial, ahead: f64) {
        let gains = Gains { trials: self.trials };
        for (parameter, &is_greater) in self.parameters.iter_mut().zip(&trial.signs) {
            let by = gains.gain(parameter, self.done) * if is_greater { ahead } else { -ahead };
            parameter.value = (parameter.value + by).clamp(parameter.low, parameter.high);
        }
        self.done += 1;
        let interval = self.trials.div_ceil(SNAPSHOTS).max(1);
        if self.done.is_multiple_of(interval) || self.done == self.trials {
            self.history.push(self.parameters.iter().map(|parameter| parameter.value).collect());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn parameters() -> Vec<TunedParameter> {
        let parameter = |name: &str| TunedParameter {
            name: name.to_string(),
            rate: 0.01,
            ..TunedParameter::example()
        };
        vec![parameter("a"), parameter("b"), parameter("useless")]
    }

    /// A game that is won by values of `a` near 120 and of `b` near 70.
    fn worth(values: &[i64]) -> f64 {
        -((values[0] - 120) as f64).powi(2) - ((values[1] - 70) as f64).powi(2)
    }

    fn tune(trials: u64, seed: u64) -> SpsaState {
        let mut state = SpsaState::new(parameters(), trials, seed, String::new());
        while let Some(trial) = state.begin(0) {
            let ahead = (worth(&trial.first) - worth(&trial.second)) / 100.0;
            state.count(&trial, ahead.clamp(-2.0, 2.0));
        }
        state
    }

    #[test]
    fn the_best_values_are_found() {
        let state = tune(4_000, 1);
        let values: Vec<f64> = state.parameters().iter().map(|p| p.value).collect();
        assert!((values[0] - 120.0).abs() < 3.0 && (values[1] - 70.0).abs() < 3.0, "{values:?}");
        assert!((values[2] - 100.0).abs() < 15.0, "{values:?}");
        assert_eq!(state.progress(), (4_000, 4_000));
        assert_eq!(state.history().len(), 201);
    }

    #[test]
    fn the_same_seed_gives_the_same_tune() {
        assert_eq!(tune(100, 3), tune(100, 3));
        assert_ne!(tune(100, 3), tune(100, 4));
    }

    #[test]
    fn values_stay_in_their_range() {
        let mut state = SpsaState::new(parameters(), 50, 1, String::new());
        while let Some(trial) = state.begin(0) {
            let all = trial.first.iter().chain(&trial.second);
            assert!(all.into_iter().all(|value| (50..=150).contains(value)));
            state.count(&trial, 500.0);
        }
        assert!(state.parameters().iter().all(|p| (p.low..=p.high).contains(&p.value)));
    }

    #[test]
    fn an_interrupted_tune_goes_on() {
        let folder = std::env::temp_dir().join(format!("staunton-spsa-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        let path = folder.join("state.json");
        let fresh = SpsaState::new(parameters(), 10, 1, "tc=1+0.01".to_string());
        let mut state = fresh.clone();
        let trial = state.begin(0).expect("a trial");
        let lost = state.begin(1).expect("another");
        state.count(&trial, 1.0);
        state.save(&path).expect("saved");
        let mut read = SpsaState::load(&path, &fresh).expect("the same tune");
        assert_eq!(read, state);
        assert_eq!(read.begin(0).map(|trial| trial.number), Some(lost.number + 1));
        let other = SpsaState::new(parameters(), 10, 1, "tc=2+0.02".to_string());
        assert!(
            SpsaState::load(&path, &other)
                .is_err_and(|error| matches!(error, SpsaError::OtherTune))
        );
        let good: serde_json::Value = serde_json::to_value(&state).expect("JSON");
        for (place, wrong) in [
            ("/parameters/0/low", json!(1000)),
            ("/parameters/0/high", json!(-1000)),
            ("/parameters/0/value", json!(1e300)),
            ("/parameters/0/start", json!(1e300)),
            ("/parameters/0/step", json!(0)),
            ("/parameters/0/rate", json!(1e300)),
            ("/parameters/0/rate", json!(null)),
            ("/parameters/0", json!({})),
            ("/parameters", json!([])),
            ("/history", json!([])),
            ("/history/0", json!([])),
            ("/history/0", json!([1e300, 0, 0])),
            ("/history", json!(vec![[100, 100, 100]; 300])),
            ("/done", json!(u64::MAX)),
            ("/done", json!(9)),
            ("/begun", json!(u64::MAX)),
            ("/begun", json!(0)),
        ] {
            let mut value = good.clone();
            *value.pointer_mut(place).expect("a place") = wrong.clone();
            std::fs::write(&path, value.to_string()).expect("written");
            assert!(SpsaState::load(&path, &fresh).is_err(), "{place}: {wrong}");
        }
        std::fs::write(&path, "{}").expect("written");
        assert!(SpsaState::load(&path, &fresh).is_err());
        std::fs::remove_dir_all(&folder).expect("removed");
    }
}
